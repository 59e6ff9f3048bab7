// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/find_run_row.h"

#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kBarSteps = 1000;
constexpr int kRowHeight = 36;

} // namespace

FindRunRow::FindRunRow(QWidget* parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_start(new QPushButton(tr("&Start"), this))
    , m_stop(new QPushButton(tr("&Stop"), this))
{
    m_text->setObjectName(QStringLiteral("find-progress-text"));
    m_bar->setObjectName(QStringLiteral("find-progress"));
    m_bar->setAccessibleName(tr("Progress of the search"));
    m_bar->setTextVisible(false);
    m_bar->setRange(0, kBarSteps);
    m_start->setObjectName(QStringLiteral("find-start"));
    m_start->setDefault(true);
    m_stop->setObjectName(QStringLiteral("find-stop"));
    m_stop->setAutoDefault(false);
    m_stop->setToolTip(tr("Ends the search with the best schedule so far"));
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->setAlignment(Qt::AlignVCenter);
    setFixedHeight(kRowHeight); // nothing moves when a search begins
    words->addWidget(m_text);
    words->addWidget(m_bar);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(16);
    line->addLayout(words, 1);
    line->addWidget(m_start);
    line->addWidget(m_stop);
    // One stands in the other's place.
    const int width = std::max(m_start->sizeHint().width(), m_stop->sizeHint().width()) + 24;
    m_start->setMinimumWidth(width);
    m_stop->setMinimumWidth(width);
    connect(m_start, &QPushButton::clicked, this, &FindRunRow::startAsked);
    connect(m_stop, &QPushButton::clicked, this, &FindRunRow::stopAsked);
    setRunning(false);
}

void FindRunRow::setRunning(bool running)
{
    const bool hadFocus = m_start->hasFocus() || m_stop->hasFocus();
    m_start->setVisible(!running);
    m_stop->setVisible(running);
    m_stop->setEnabled(running);
    m_bar->setVisible(running);
    if (hadFocus)
        (running ? m_stop : m_start)->setFocus();
}

void FindRunRow::setObstacle(const QString& why)
{
    m_start->setEnabled(why.isEmpty());
    m_start->setToolTip(why);
    m_start->setAccessibleDescription(why);
}

void FindRunRow::setText(const QString& text)
{
    if (text != m_text->wholeText())
        m_text->setWholeText(text);
}

QString FindRunRow::text() const
{
    return m_text->wholeText();
}

void FindRunRow::setShare(double share)
{
    m_bar->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarSteps));
}

} // namespace bubblescope::ui
