// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_strip.h"

#include "ui/compare/compare_text.h"
#include "ui/compare/side_tab.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/look.h"
#include "ui/widgets/segmented_choice.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

/// "✓ same work" on green, what is no comparison of times on amber.
class WorkBadge : public QLabel
{
public:
    explicit WorkBadge(QWidget* parent) : QLabel(parent)
    {
        setObjectName(QStringLiteral("compare-badge"));
        setContentsMargins(10, 3, 10, 3);
        setFont(figuresFont(12, true));
        connect(&Look::instance(), &Look::changed, this, [this] { show(m_isGood); });
    }
    void show(bool isGood)
    {
        m_isGood = isGood;
        setText(isGood ? CompareStrip::tr("✓ same work") : CompareStrip::tr("not the same work"));
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(c.panel, ground(), 0.16));
        painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
        painter.setPen(mixed(ground(), c.text, 0.4));
        painter.drawText(rect(), Qt::AlignCenter, text());
    }

private:
    [[nodiscard]] QColor ground() const
    {
        return m_isGood ? Look::instance().role(Role::BackwardWeight) : Look::instance().colors().caution;
    }
    bool m_isGood = true;
};

CompareStrip::CompareStrip(Comparison& comparison, QWidget* parent)
    : QWidget(parent)
    , m_comparison(comparison)
    , m_tabRow(new QHBoxLayout)
    , m_add(new QToolButton(this))
    , m_badge(new WorkBadge(this))
    , m_modes(new SegmentedChoice(this))
    , m_verdict(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("compare-strip"));
    m_add->setObjectName(QStringLiteral("compare-add"));
    m_add->setText(QStringLiteral("+"));
    m_add->setProperty("quiet", true);
    m_add->setFocusPolicy(Qt::TabFocus);
    m_add->setToolTip(tr("Compare with another schedule, file or run"));
    m_add->setAccessibleName(m_add->toolTip());
    m_modes->setObjectName(QStringLiteral("compare-modes"));
    m_modes->setAccessibleName(tr("How the sides are shown"));
    m_modes->setChoices({tr("Split"), tr("Overlay"), tr("Difference")});
    m_verdict->setObjectName(QStringLiteral("compare-verdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setFont(figuresFont(14, true));
    m_tabRow->setContentsMargins(0, 0, 0, 0);
    m_tabRow->setSpacing(0);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(0, 0, 12, 0);
    first->setSpacing(8);
    first->addLayout(m_tabRow);
    first->addWidget(m_add);
    first->addStretch(1);
    first->addWidget(m_badge, 0, Qt::AlignVCenter);
    first->addWidget(m_modes);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(14, 8, 14, 9);
    second->addWidget(m_verdict, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(first);
    column->addLayout(second);
    connect(m_add, &QToolButton::clicked, this, &CompareStrip::addAsked);
    connect(m_modes, &SegmentedChoice::chosen, this,
            [this](int index) { emit modeAsked(static_cast<CompareMode>(index + 1)); });
    connect(&comparison, &Comparison::sidesChanged, this, &CompareStrip::follow);
    connect(&comparison, &Comparison::modeChanged, this, &CompareStrip::follow);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    follow();
}

void CompareStrip::addTab()
{
    const std::size_t side = m_tabs.size();
    auto* tab = new SideTab(this);
    tab->setCheckable(true);
    tab->setObjectName(QStringLiteral("compare-tab-%1").arg(side));
    m_tabRow->addWidget(tab);
    m_tabs.push_back(tab);
    connect(tab, &QAbstractButton::clicked, this, [this, side] {
        if (side > 0)
            m_comparison.choose(side - 1);
        follow(); // the button has checked itself
    });
    connect(tab, &SideTab::removeAsked, this, [this, side] { emit removeAsked(side - 1); });
    connect(tab, &SideTab::menuAsked, this,
            [this, side](const QPoint& position) { emit menuAsked(side - 1, position); });
}

void CompareStrip::showTabs(const QStringList& titles)
{
    const auto count = static_cast<std::size_t>(titles.size());
    while (m_tabs.size() < count)
        addTab();
    while (m_tabs.size() > count) {
        m_tabs.back()->hide();
        m_tabs.back()->deleteLater();
        m_tabs.pop_back();
    }
    for (std::size_t side = 0; side < count; ++side) {
        const bool isFixed =
            side > 0 && isFrozen(m_comparison.references()[side - 1], m_comparison.current());
        m_tabs[side]->show(withoutCostState(titles[static_cast<qsizetype>(side)]),
                           isFixed ? tr("frozen") : QString(), side == 0);
        m_tabs[side]->setChecked(side == m_comparison.chosen() + 1 && count > 2);
    }
}

void CompareStrip::follow()
{
    const CompareSide& current = m_comparison.current();
    if (!current.evaluation)
        return;
    const bool isReady = m_comparison.isReady();
    const QStringList titles = shortTitles(sideTitles(current, m_comparison.references()));
    showTabs(titles);
    m_add->setEnabled(!m_comparison.isFull());
    m_modes->setVisible(isReady);
    m_modes->setCurrent(static_cast<int>(m_comparison.mode()) - 1);
    const bool isMeasured = current.isRecorded || (isReady && m_comparison.reference()->isRecorded);
    m_badge->setVisible(isReady && !isMeasured);
    if (isReady)
        m_badge->show(areOneWork(current, m_comparison.references()));
    m_verdict->setWholeText(
        isReady ? verdictText(current, m_comparison.references(), m_comparison.chosen(), titles)
                : tr("Nothing to compare with yet: + adds a schedule, a file, or this one as it is now."));
    m_verdict->setAccessibleName(m_verdict->wholeText());
}

QString CompareStrip::verdict() const
{
    return m_verdict->wholeText();
}

QString CompareStrip::badge() const
{
    return m_badge->isHidden() ? QString() : m_badge->text();
}

void CompareStrip::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    if (!m_tabs.empty())
        painter.fillRect(QRect(0, m_tabs.front()->height() - 1, width(), 1), c.hairline);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
