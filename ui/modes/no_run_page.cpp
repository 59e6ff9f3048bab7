// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modes/no_run_page.h"

#include "ui/widgets/look.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kTextWidth = 440;

} // namespace

NoRunPage::NoRunPage(QWidget* parent)
    : QWidget(parent)
    , m_heading(new QLabel(this))
    , m_text(new QLabel(this))
    , m_open(new QPushButton(tr("Open profiles…"), this))
    , m_details(new QPushButton(tr("Trace details…"), this))
{
    setObjectName(QStringLiteral("no-run-page"));
    m_heading->setFont(figuresFont(17, true));
    m_text->setObjectName(QStringLiteral("no-run-text"));
    m_text->setProperty("quiet", true);
    m_text->setWordWrap(true);
    m_text->setMaximumWidth(kTextWidth);
    auto* folder = new QPushButton(tr("Open a folder…"), this);
    connect(m_open, &QPushButton::clicked, this, &NoRunPage::openAsked);
    connect(folder, &QPushButton::clicked, this, &NoRunPage::folderAsked);
    connect(m_details, &QPushButton::clicked, this, &NoRunPage::detailsAsked);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_details, m_open, folder})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(m_heading);
    column->addWidget(m_text);
    column->addLayout(buttons);
    column->addStretch(3);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addLayout(column);
    row->addStretch(1);
    setFocusProxy(m_open);
    setHasProfiles(false);
}

void NoRunPage::setHasProfiles(bool has)
{
    m_heading->setText(has ? tr("No pipeline actions in these profiles") : tr("No run is open"));
    m_text->setText(
        has ? tr("Their files, streams and warnings are in Trace details. Patterns there name the "
                 "records of another framework.")
            : tr("Open the profiles of a training run to see which schedule ran, how long a step "
                 "took, and where the time went. You can also drop the files of all ranks here."));
    m_details->setVisible(has);
}

QString NoRunPage::text() const
{
    return m_heading->text();
}

} // namespace bubblescope::ui
